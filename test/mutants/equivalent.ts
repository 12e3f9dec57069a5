/** Mutants that no test can catch, by file and description, with the reason. */
export const EQUIVALENT: Readonly<Record<string, Readonly<Record<string, string>>>> = {};
