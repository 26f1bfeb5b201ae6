import { utf8ToBytes } from '@noble/hashes/utils.js';
import { wellFormed } from '../model/well-formed.ts';
import { base64Core, hexOf, urlSafe } from './base-encodings.ts';

/** What is shorter would be found in words that have nothing to do with it, and could be guessed from what is left around it. */
export const shortestSecretChars = 8;

/** A line of a value of many lines is looked for by itself from here on: shorter ones are `}` and `"type": "x"`. */
const shortestLineChars = 16;

/** Every way in which a secret's value is looked for, each at least 8 characters: all of it, and each long line of it. */
export function formsOf(value: string): string[] {
  // As programs get and print it.
  const whole = wellFormed(value.trim());
  const lines = whole.split(/[\r\n]+/).map((line) => line.trim());
  const parts = lines.length === 1 ? [] : lines.filter((line) => line.length >= shortestLineChars && !isPublicLine(line));
  const forms = new Set([whole, ...parts].flatMap(formsOfText));
  return [...forms].filter((form) => form.length >= shortestSecretChars);
}

/** The first and last line of a key say what it is, and are the same in every one. */
const isPublicLine = (line: string): boolean => /^-----(BEGIN|END) [A-Z0-9 ]+-----$/.test(line);

function formsOfText(text: string): string[] {
  const bytes = utf8ToBytes(text);
  const base64 = [0, 1, 2].map((before) => base64Core(bytes, before));
  const hex = ['', ':'].map((between) => hexOf(bytes, between));
  return [...writtenForms(text), ...base64, ...base64.map(urlSafe), ...hex, ...hex.map((form) => form.toUpperCase()), hexOf(bytes, ',0x')];
}

/** As it stands in JSON (once and twice, of several encoders), URLs, HTML and the shell's quotes. */
function writtenForms(text: string): string[] {
  const json = inJson(text);
  const uri = encodeURIComponent(text);
  const strictUri = uri.replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
  return [
    text,
    json,
    inJson(json),
    json.replaceAll('/', '\\/'),
    json.replace(/[^ -~]|[<>&']/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`),
    uri,
    strictUri,
    strictUri.replaceAll('%20', '+'),
    strictUri.replace(/%../g, (code) => code.toLowerCase()),
    html(text),
    text.replaceAll("'", "'\\''"),
    text.replaceAll("'", `'"'"'`),
    text.replace(/[^\w@%+=:,./-]/g, (mark) => `\\${mark}`),
    text.replace(/["\\$`]/g, (mark) => `\\${mark}`),
  ];
}

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const html = (text: string): string => text.replace(/[&<>"']/g, (mark) => entities[mark] as string);
