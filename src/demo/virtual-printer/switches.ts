import type { Faults, VirtualPrinter } from "./printer.ts";

/** How much of a job a printer takes before it breaks off: less than any label of the demo. */
const MIDDLE_BYTES = 64;

interface Switch {
  readonly label: string;
  readonly isOn: (printer: VirtualPrinter) => boolean;
  readonly turn: (printer: VirtualPrinter, isOn: boolean) => Promise<void>;
}

/** What the page lets a person do to a printer, by name, in the order shown. */
export const SWITCHES: ReadonlyMap<string, Switch> = new Map([
  ["paperOut", fault("Paper out", "paperOut")],
  ["headOpen", fault("Head open", "headOpen")],
  ["paused", fault("Paused", "paused")],
  ["stall", fault("Takes nothing", "stall")],
  [
    "resets",
    {
      label: "Breaks off in the middle",
      isOn: ({ faults }) => faults.resetAfter !== null,
      turn: async (printer, isOn) => printer.misbehave({ resetAfter: isOn ? MIDDLE_BYTES : null }),
    },
  ],
  ["silent", fault("Answers nothing", "silent")],
  [
    "away",
    {
      label: "Away",
      isOn: ({ isAway }) => isAway,
      turn: async (printer, isOn) => {
        if (isOn) printer.goAway();
        else if (printer.isAway) await printer.comeBack();
      },
    },
  ],
]);

function fault(label: string, name: "paperOut" | "headOpen" | "paused" | "stall" | "silent"): Switch {
  return {
    label,
    isOn: ({ faults }) => faults[name],
    turn: async (printer, isOn) => printer.misbehave({ [name]: isOn } satisfies Partial<Faults>),
  };
}
