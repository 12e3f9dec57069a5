/**
 * A start that cannot be: `message` is the one line that the person sees; it names the setting or the file and the
 * reason. Nothing in the data folder has been touched.
 */
export class StartRefused extends Error {}
