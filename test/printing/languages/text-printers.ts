/** A printer's view of the bytes: its commands without their data, and the data. */
export interface Read {
  readonly commands: string[];
  readonly data: string[];
}

/** A ZPL printer with its default prefixes, in UTF-8: the data of ^FD, ^FV and ^SN are printed. */
export function readZpl(bytes: Buffer): Read {
  const read: Read = { commands: [], data: [] };
  let indicator: string | undefined;
  let isCode128 = false;
  for (const part of bytes
    .toString("utf8")
    .replace(/[\r\n]/g, "")
    .split(/(?=[\^~])/)) {
    const name = part.slice(0, 3).toUpperCase();
    if (["^FD", "^FV", "^SN"].includes(name)) {
      const text = unhexed(part.slice(3), indicator);
      read.commands.push(name);
      read.data.push(isCode128 ? code128Text(text) : text);
    } else {
      read.commands.push(part);
    }
    if (name === "^FS") {
      indicator = undefined;
      isCode128 = false;
    } else if (name === "^FH") {
      indicator = part[3] ?? "_";
    } else if (name === "^BC") {
      isCode128 = true;
    }
  }
  return read;
}

function unhexed(text: string, indicator: string | undefined): string {
  if (indicator === undefined) {
    return text;
  }
  return text
    .split(indicator)
    .map((piece, index) => {
      const digits = /^[0-9A-Fa-f]{2}/.exec(piece)?.[0];
      if (index === 0) {
        return piece;
      }
      return digits === undefined
        ? indicator + piece
        : String.fromCharCode(Number.parseInt(digits, 16)) + piece.slice(2);
    })
    .join("");
}

/** Code set B without a mode: `>0` is the sign itself, any other pair switches sets or is a function. */
function code128Text(text: string): string {
  return text.replace(/>(.)/g, (_, code: string) => (code === "0" ? ">" : `<function ${code}>`));
}

/** A printer of lines with quoted strings; `string` matches one, `printed` returns its printed text. */
function readLines(text: string, end: string, string: RegExp, printed: (inner: string) => string): Read {
  const read: Read = { commands: [], data: [] };
  for (const line of text.split(end)) {
    const bare = line.replace(string, (whole) => {
      read.data.push(printed(whole.slice(1, -1)));
      return '""';
    });
    read.commands.push(bare);
  }
  return read;
}

/** A TSPL printer in UTF-8. It acts on `~!` wherever it sees it. */
export function readTspl(bytes: Buffer): Read {
  const text = bytes.toString("utf8");
  const read = readLines(text, "\r\n", /"(?:\\\["\]|[^"])*"/g, (inner) => inner.replaceAll('\\["]', '"'));
  return { ...read, commands: [...read.commands, ...(text.match(/~!./g) ?? [])] };
}

/** An EPL printer; its bytes above ASCII are read by the page that the last I command names. */
export function readEpl(bytes: Buffer): Read {
  let page = "windows-1252";
  const lines = bytes
    .toString("latin1")
    .split("\n")
    .map((line) => {
      const letter = /^I8,([ABC]),001$/.exec(line)?.[1];
      page = letter === undefined ? page : `windows-125${{ A: 2, B: 0, C: 1 }[letter]}`;
      return new TextDecoder(page).decode(Buffer.from(line, "latin1"));
    });
  const text = lines.filter((line) => !/^I8,/.test(line)).join("\n");
  return readLines(text, "\n", /"(?:\\.|[^"\\])*"/g, (inner) => inner.replace(/\\(.)/g, "$1"));
}
