/* Run by a test as a user without privileges: see `ordinaryUser`. */
import { isDeepStrictEqual } from 'node:util';
import { listing } from './listing.ts';
import { ordinaryUser } from './ordinary-user.ts';

const { root, sh, prepare, take, putBack } = ordinaryUser(process.argv[2] as string);
sh(`git init -q -b main . && git config user.name u && git config user.email u@u && mkdir -p src ro && echo one > src/a && echo two > ro/f
  git add -A && git commit -qm i && echo mine > ro/mine && mkdir ro/empty && chmod 444 ro/mine && chmod 555 ro/empty ro`);
await prepare();
const before = listing(root);
const to = await take('before');
sh(`chmod 755 ro; rm -rf ro/mine ro/empty; echo agent > ro/f; chmod 444 ro/f; chmod 555 ro; echo broken > src/a; chmod 000 src/a
  mkdir -p locked/in; echo x > locked/in/f; chmod 000 locked/in/f; chmod 555 locked/in; chmod 000 locked; echo no > no; chmod 000 no; chmod 000 src`);
await putBack(to);
const after = listing(root);
console.log(isDeepStrictEqual(before, after) ? 'the same' : JSON.stringify({ before, after }, null, 1));
