// A process that is asked once, of the built package: as `pawl` would be, without the rest of it. Ends with 1 where nothing is found.
import { openSearchIndex } from '../dist/adapters/store/sqlite/open-search-index.js';
import { ranking } from '../dist/core/library/search/ranking.js';

const opened = openSearchIndex(process.argv[2]);
const found = opened.ok ? await opened.value.look((view) => ranking(view, process.argv[3], { limit: 5 })) : opened;
process.exitCode = found.ok && found.value.length > 0 ? 0 : 1;
