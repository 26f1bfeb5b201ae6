/** Shorter ones hold no credential. */
const shortestChars = 16;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** What a text says when it is read as base64, hex or a part of a URL, where that gives nothing but what can be printed. */
export function decodings(text: string): string[] {
  const bare = text.replace(/\s/g, '');
  const found: string[] = [];
  if (bare.length >= shortestChars && /^[\w+/-]+={0,2}$/.test(bare)) found.push(...fromBase64(bare));
  if (bare.length >= shortestChars && /^(?:[0-9a-f]{2})+$/i.test(bare)) found.push(fromHex(bare));
  if (/%[0-9a-f]{2}/i.test(text))
    found.push(text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))));
  return found.filter((each) => /^[\t\n\r -~]+$/.test(each));
}

function fromBase64(text: string): string[] {
  let out = '';
  let bits = 0;
  let held = 0;
  for (const letter of text.replaceAll('-', '+').replaceAll('_', '/').replaceAll('=', '')) {
    held = ((held << 6) | alphabet.indexOf(letter)) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    out += String.fromCharCode((held >> bits) & 0xff);
  }
  return [out];
}

const fromHex = (text: string): string => text.replace(/../g, (pair) => String.fromCharCode(Number.parseInt(pair, 16)));
