import { memorySearchIndex } from '../../../../src/adapters/store/memory/search-index.ts';
import { indexEntry } from '../../../../src/core/library/search/index-entry.ts';
import { type Ranked, ranking, type SearchOptions } from '../../../../src/core/library/search/ranking.ts';
import type { SearchText } from '../../../../src/core/library/search/search-text.ts';
import { okValue } from '../../../../src/testing/ok-value.ts';

/** An entry of which only that is said which matters. */
export const searchText = (id: string, rest: Partial<SearchText> = {}): SearchText => ({
  id,
  name: id,
  description: '',
  parameters: [],
  pastRequests: [],
  ...rest,
});

/** Asks a library of these entries. */
export async function asked(texts: readonly SearchText[], request: string, options: SearchOptions = { limit: 10 }): Promise<Ranked[]> {
  const index = memorySearchIndex();
  okValue(await index.put(texts.map(indexEntry)));
  return okValue(await index.look((view) => ranking(view, request, options)));
}
