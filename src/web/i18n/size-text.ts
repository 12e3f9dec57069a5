import { number } from "./translate.ts";

const GIGABYTE = 1e9;
const MEGABYTE = 1e6;

/** A size as text, in MB or GB. */
export function sizeText(bytes: number): string {
  const [unit, name] = bytes < GIGABYTE ? [MEGABYTE, "MB"] : [GIGABYTE, "GB"];
  return `${number(bytes / unit, { maximumFractionDigits: 1 })} ${name}`;
}
