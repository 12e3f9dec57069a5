import { say, type Words } from "../../words.ts";
import type { Condition } from "../languages/status.ts";

// Why a label is not out yet, or may not be: sentences for a worker.

/** A printer as a sentence names it. */
export interface NamedPrinter {
  readonly name: string;
  readonly ipAddress: string;
  readonly port: number;
}

export const at = ({ ipAddress, port }: NamedPrinter) =>
  `${ipAddress.includes(":") ? `[${ipAddress}]` : ipAddress}:${port}`;

/** Why no connection came about, by the system's error code. */
export function noConnection(printer: NamedPrinter, code: string): Words {
  const { name } = printer;
  if (code === "ECONNREFUSED") {
    return say(
      `${name} refuses the connection at ${at(printer)}`,
      `${name} odmítá spojení na ${at(printer)}`,
    );
  }
  return say(`${name} does not answer at ${at(printer)}`, `${name} neodpovídá na ${at(printer)}`);
}

export const noSuchName = ({ name, ipAddress }: NamedPrinter) =>
  say(
    `${name}: the name ${ipAddress} is not known in this network`,
    `${name}: jméno ${ipAddress} není v této síti známé`,
  );

export const notOnSite = ({ name, ipAddress }: NamedPrinter) =>
  say(
    `${name}: ${ipAddress} does not lead to a printer of this site any more`,
    `${name}: ${ipAddress} už nevede k tiskárně tohoto místa`,
  );

/** What the printer says of itself, when it can't print. */
export function hindrance({ name }: NamedPrinter, condition: Exclude<Condition, "ready" | "busy">): Words {
  switch (condition) {
    case "paperOut":
      return say(`${name} is out of paper`, `${name}: došel papír`);
    case "headOpen":
      return say(`${name} is open`, `${name} je otevřená`);
    case "paused":
      return say(`${name} is paused`, `${name} je pozastavená`);
  }
}

export const diskFullReason = say("The box has no room on its disk", "Zařízení nemá místo na disku");
export const takesNothing = ({ name }: NamedPrinter) =>
  say(`${name} takes no more data; is a roll being changed?`, `${name} nepřijímá data; mění se role?`);
export const connectionLost = ({ name }: NamedPrinter) =>
  say(`the connection to ${name} was lost`, `spojení s ${name} se přerušilo`);
export const closedEarly = ({ name }: NamedPrinter) =>
  say(`${name} closed the connection too early`, `${name} ukončila spojení příliš brzy`);
export const stalledTooLong = ({ name }: NamedPrinter) =>
  say(`${name} has taken no data for too long`, `${name} příliš dlouho nepřijímala data`);
export const fellSilent = ({ name }: NamedPrinter) =>
  say(`${name} has stopped responding`, `${name} přestala odpovídat`);
export const boxStopped = say("the box was stopped", "zařízení bylo zastaveno");
export const cancelled = say("cancelled", "zrušeno");

/** The error of a request whose bytes were sent in part or whole, and no one knows what came out. */
export function interrupted(copies: number, why: Words): Words {
  return say(
    `interrupted: up to ${copies} ${copies === 1 ? "label" : "labels"} may have been printed (${why.en})`,
    `přerušeno: mohlo se vytisknout až ${copies} štítků (${why.cs})`,
  );
}
