/** The version that was built (package.json). */
declare const __VERSION__: string;
