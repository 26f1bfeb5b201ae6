const begin = /-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;

const end = /-----END (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;

/** Masks private keys, in whatever way their lines are broken; one without an end goes on to the end of the text. */
export function maskKeys(text: string): string {
  let out = '';
  let from = 0;
  begin.lastIndex = 0;
  for (let found = begin.exec(text); found !== null; found = begin.exec(text)) {
    end.lastIndex = begin.lastIndex;
    const to = end.exec(text) === null ? text.length : end.lastIndex;
    out += `${text.slice(from, found.index)}[masked private key]`;
    from = to;
    begin.lastIndex = to;
  }
  return out + text.slice(from);
}
