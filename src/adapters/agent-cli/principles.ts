/** The principles of a step as a text for the system prompt. */
export const principlesText = (principles: readonly string[]): string =>
  `Follow these principles:\n${principles.map((each) => `- ${each}`).join('\n')}`;

/** The prompt with the principles at its head, for programs that take no system prompt. */
export const promptWithPrinciples = (prompt: string, principles: readonly string[]): string =>
  principles.length === 0 ? prompt : `${principlesText(principles)}\n\n${prompt}`;
