import type { PackageSet } from '../../core/events/act-event.ts';
import type { Failure } from '../../core/model/failure.ts';
import type { Json } from '../../core/model/json.ts';
import { ok, type Result } from '../../core/model/result.ts';
import { textOf } from '../../journaling/value-store.ts';
import type { Blobs } from '../../ports/blobs.ts';
import type { PackageLock, Packages } from '../../ports/packages.ts';
import type { ActCourse } from '../act-course.ts';
import type { Sessions } from '../sessions.ts';
import { type Tool, toolFailed } from '../tool.ts';

interface Parts {
  readonly blobs: Blobs;
  readonly packages: Packages;
  readonly sessions: Sessions;
  readonly course: Pick<ActCourse, 'state'>;
}

/** Installs packages for what is left of the act. */
export const installPackagesTool = ({ blobs, packages, sessions, course }: Parts): Tool => ({
  declaration: {
    name: 'install_packages',
    description:
      'Installs packages of npm for sessions that are opened from now on, which import them by name. Their install scripts are not run, and of Node they can use what only computes.',
    parameters: {
      type: 'object',
      properties: {
        packages: { type: 'array', items: { type: 'string', minLength: 1 }, minItems: 1, maxItems: 50, description: 'name@1.2.3' },
      },
      required: ['packages'],
      additionalProperties: false,
    },
  },
  async perform({ packages: wanted }, { op, signal }) {
    const { packages: set } = course.state;
    const before = set === null ? ok(null) : await lockOf(blobs, set);
    if (!before.ok) return toolFailed(before.failure.message);
    const installed = await packages.install({
      id: String(op),
      wanted: wanted as readonly Json[] as readonly string[],
      before: before.value,
      signal,
    });
    if (!installed.ok)
      return toolFailed(
        `Nothing was installed: ${installed.failure.message}${installed.failure.hint ? ` (${installed.failure.hint})` : ''}`,
      );
    const { folder, lock, packages: names } = installed.value;
    sessions.usePackages(async () => ok(folder));
    const open = sessions.list().map(({ name }) => name);
    const kept = open.length === 0 ? '' : ` Sessions that are open keep what they have (${open.join(', ')}): close one to have them there.`;
    return {
      output: `Installed, for sessions that are opened from now on: ${names.join(', ')}.${kept}`,
      isError: false,
      carriedOut: true,
      installed: { packages: names, ...lock },
    };
  },
});

/** What an installation was, read from the journal. */
export async function lockOf(
  blobs: Blobs,
  { manifest, lock }: Pick<PackageSet, 'manifest' | 'lock'>,
): Promise<Result<PackageLock, Failure>> {
  const read = await textOf(blobs, manifest);
  if (!read.ok) return read;
  const locked = await textOf(blobs, lock);
  return locked.ok ? ok({ manifest: read.value, lock: locked.value }) : locked;
}
