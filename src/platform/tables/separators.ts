/** The separators of CSV files, by name. */
export const SEPARATORS = { comma: ",", semicolon: ";", tab: "\t" } as const;
export type SeparatorName = keyof typeof SEPARATORS;
export const SEPARATOR_NAMES = ["comma", "semicolon", "tab"] as const satisfies readonly SeparatorName[];
