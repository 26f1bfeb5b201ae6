/**
 * Reads a text file and gives its first lines. `path`: below the project; `max`: how many, 3 where nothing is said. Fails where there is no such file.
 */
export default async function firstLines(input: { path: string; max?: number }, ctx): Promise<string[]> {
  const text = await ctx.fs.read(input.path);
  return text.split('\n').slice(0, input.max ?? 3);
}
