/* Run by a test as a user without privileges: see `ordinaryUser`. */
import { ordinaryUser } from './ordinary-user.ts';

const [base, setup, lock, damage] = process.argv.slice(2) as [string, string, string, string];
const { sh, prepare, take, putBack } = ordinaryUser(base);
/** Modes of everything, then the words of everything that is opened for the look. */
const look = (): string =>
  sh(`list() { find . -path ./.git -prune -o -path ./.pawl -prune -o -print | sort; }; list > ${base}/names; xargs ls -ld < ${base}/names | cut -c1-10 > ${base}/modes
    paste ${base}/modes ${base}/names`);
const words = (): string =>
  sh(`chmod -R u+rwX .; find . -path ./.git -prune -o -path ./.pawl -prune -o -type f -print | sort | xargs grep -H ''`);

sh(`git init -q -b main . && git config user.name u && git config user.email u@u && echo a > a && git add -A && git commit -qm i`);
sh(setup);
await prepare();
await take('first');
sh(lock);
const before = look();
const to = await take('before');
sh(damage);
const notes = await putBack(to);
const after = look();
console.log(JSON.stringify({ before, after, words: words(), notes }));
