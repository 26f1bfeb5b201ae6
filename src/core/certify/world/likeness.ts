/** The pieces of a text: words and numbers, and each sign between them. */
const piecesOf = (text: string): readonly string[] => text.match(/[A-Za-z0-9]+|[^A-Za-z0-9]/g) ?? [];

/** How much of two texts is the same from the front and from the back, 0 to 1. */
export function likeness(one: string, other: string): number {
  if (one === other) return 1;
  const [a, b] = [piecesOf(one), piecesOf(other)];
  const most = Math.max(a.length, b.length);
  const least = Math.min(a.length, b.length);
  let front = 0;
  while (front < least && a[front] === b[front]) front += 1;
  let back = 0;
  while (back < least - front && a[a.length - 1 - back] === b[b.length - 1 - back]) back += 1;
  return (front + back) / most;
}

/** Whether two texts name things of one kind: two pages of one site, two files of one folder, one command on two files. */
export function oneKind(one: string, other: string): boolean {
  if (one === other) return true;
  if (/^[a-z]+:\/\//.test(one) || /^[a-z]+:\/\//.test(other)) return addressForm(one) === addressForm(other) && likeness(one, other) >= 0.5;
  const [a, b] = [piecesOf(one), piecesOf(other)];
  return a[0] === b[0] && likeness(one, other) >= 0.4;
}

/** Host, depth and names of what is asked, without the values. */
function addressForm(text: string): string {
  const [path = '', query = ''] = text.split('?', 2);
  const parts = path.split('/');
  const names = query
    .split('&')
    .map((each) => each.split('=', 1)[0])
    .sort();
  return [parts.slice(0, 3).join('/'), parts.length, ...names].join(' ');
}
