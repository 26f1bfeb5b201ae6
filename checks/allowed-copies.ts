/** Files of src in which jscpd may find a copy: glob -> why the copy is better than sharing. The rest of its settings: .jscpd.json. */
export const allowedCopies: Readonly<Record<string, string>> = {};
