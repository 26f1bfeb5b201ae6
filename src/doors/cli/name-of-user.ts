import { userInfo } from 'node:os';

/** A user id without a name (a container's) is no reason to refuse. */
export function nameOfUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? ''}`.trim();
  }
}
