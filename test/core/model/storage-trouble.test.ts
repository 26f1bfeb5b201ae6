import { expect, test } from 'vitest';
import { storageMark } from '../../../src/core/model/storage-trouble.ts';

test.each(['ENOSPC', 'EDQUOT', 'EROFS', 'EFBIG', 'EIO'])('%s says nothing of the work', (code) => {
  expect(storageMark(Object.assign(new Error('it failed'), { code }))).toEqual({ outOfStorage: true });
});

test.each([[{ code: 'ENOENT' }], [{ code: 28 }], [new Error('ENOSPC')], ['ENOSPC'], [null], [undefined]])(
  '%j is another failure',
  (error) => {
    expect(storageMark(error)).toEqual({});
  },
);
