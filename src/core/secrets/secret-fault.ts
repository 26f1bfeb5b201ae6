import type { Failure } from '../model/failure.ts';
import { shortestSecretChars } from './secret-forms.ts';

/** Looking for a value in all its forms takes memory many times its size; and a variable holds 128 KiB at most. */
const longestSecretChars = 16 * 1024;

/** Why a value can be no secret, as a failure that does not tell it; null = it can. */
export function secretFault(name: string, value: string): Failure | null {
  const characters = value.trim().length;
  if (characters === 0) return { kind: 'not_found', message: `the secret ${name} is empty` };
  if (value.includes('\0')) {
    return { kind: 'refused', message: `the secret ${name} holds a NUL byte, which no variable can hold`, hint: 'encode it, as in base64' };
  }
  if (characters < shortestSecretChars) {
    return {
      kind: 'refused',
      message: `the secret ${name} has ${characters === 1 ? '1 character' : `${characters} characters`}, too few to be told from other words and taken out of what steps print`,
      hint: `take one of at least ${shortestSecretChars}, or give it as an ordinary variable, which is not kept secret`,
    };
  }
  if (value.length > longestSecretChars) {
    return {
      kind: 'refused',
      message: `the secret ${name} has more than ${longestSecretChars / 1024} KiB`,
      hint: 'keep it in a file that the step reads, and its key in the secret',
    };
  }
  return null;
}
