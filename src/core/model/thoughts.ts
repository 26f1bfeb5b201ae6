/**
 * Some servers put a model's thoughts before its answer, between `<think>` and `</think>`. They are no part of the answer: what is
 * only thought about must not count. Null when the thoughts never end.
 */
export function withoutThoughts(text: string): string | null {
  if (!/^\s*<think>/.test(text)) return text;
  const end = text.indexOf('</think>');
  return end === -1 ? null : text.slice(end + '</think>'.length).trimStart();
}
