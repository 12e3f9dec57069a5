/** What separates the values of a CSV file, by the words that are used for it. */
export const SEPARATORS = { comma: ",", semicolon: ";", tab: "\t" } as const;
export type SeparatorName = keyof typeof SEPARATORS;
export const SEPARATOR_NAMES = ["comma", "semicolon", "tab"] as const satisfies readonly SeparatorName[];
