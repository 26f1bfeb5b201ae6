import { expect, test } from 'vitest';
import { programs } from '../../src/adapters/process/programs.ts';
import { programsContract } from '../../src/testing/programs-contract.ts';
import { scratchFolder } from '../scratch.ts';

programsContract({ test, expect }, () => ({ programs: programs(), folder: scratchFolder() }));
