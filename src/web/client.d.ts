/** The version that was built (package.json). */
declare const __VERSION__: string;

interface Window {
  /** Ends the message of public/old-browser.js about a program that does not start. */
  tallyboxStarted?: () => void;
}
