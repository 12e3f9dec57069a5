import { msg } from "../../domain/message.ts";
import type { Language } from "./language.ts";
import type { PrinterType } from "./printer-types.ts";
import { templateError, withLineNumber } from "./template-text.ts";

// Templates are checked and rendered in the main thread. These limits bound that work, and far exceed a real label.

const MAX_BYTES = 512 * 1024;
const MAX_LINES = 2000;
const MAX_PLACEHOLDERS = 500;
/** In ZPL, whose commands need no lines. */
const MAX_COMMANDS = 2000;
/** In characters: longer than any printer command. A line of ZPL may hold a picture, so its length is not limited. */
const MAX_LINE_LENGTH = 8192;

/** Wraps a language: `render` throws Invalid for a template above the limits before it reads it. */
export function limitTemplates(type: PrinterType, language: Language): Language {
  return {
    render(template, values, copies) {
      checkLimits(template, type);
      return language.render(template, values, copies);
    },
  };
}

/** Throws Invalid for a template above a limit. The search for parts ends at the limit. */
export function checkLimits(template: string, type: PrinterType): void {
  if (Buffer.byteLength(template, "utf8") > MAX_BYTES) {
    throw templateError(msg("The template must not be over 512 KiB."));
  }
  const lines = template.split(/\r\n|\r|\n/, MAX_LINES + 2);
  // The last line may have an end.
  if (lines.at(-1) === "") lines.pop();
  if (lines.length > MAX_LINES) {
    throw templateError(
      msg("The template must not have over {max} lines.", {
        max: MAX_LINES,
      }),
    );
  }
  if (type === "zpl") checkCommands(template);
  else checkLineLengths(lines);
  if (template.split("{{", MAX_PLACEHOLDERS + 2).length - 1 > MAX_PLACEHOLDERS) {
    throw templateError(
      msg("The template must not have over {max} placeholders.", {
        max: MAX_PLACEHOLDERS,
      }),
    );
  }
}

function checkCommands(template: string): void {
  if (template.split(/[\^~]/, MAX_COMMANDS + 2).length - 1 > MAX_COMMANDS) {
    throw templateError(
      msg("The template must not have over {max} commands (^ or ~).", { max: MAX_COMMANDS }),
    );
  }
}

function checkLineLengths(lines: readonly string[]): void {
  const index = lines.findIndex((line) => line.length > MAX_LINE_LENGTH);
  const length = lines[index]?.length;
  if (length === undefined) return;
  withLineNumber(index + 1, () => {
    throw templateError(
      msg("A line may have at most {max} characters, not {length}. Split it.", {
        max: MAX_LINE_LENGTH,
        length,
      }),
    );
  });
}
