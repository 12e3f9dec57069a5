/** The global article states (contract 3; decisions, demo data). */
export const ArticleState = { InUse: 1, InStock: 2, Proposed: 3, Disposed: 4 } as const;
