const most = 12;

/** Names as a sentence has them: an import or an export may be of thousands. */
export const someNames = (names: readonly string[]): string =>
  names.length > most ? `${names.slice(0, most).join(', ')} and ${names.length - most} more` : names.join(', ');
