import type { Faults, VirtualPrinter } from "./printer.ts";

/** Bytes of a job before a reset: fewer than any label of the demo has. */
const RESET_AFTER_BYTES = 64;

interface FaultControl {
  readonly label: string;
  readonly isOn: (printer: VirtualPrinter) => boolean;
  readonly set: (printer: VirtualPrinter, isOn: boolean) => Promise<void>;
}

/** The buttons of the page, by name, in their order. */
export const FAULT_CONTROLS: ReadonlyMap<string, FaultControl> = new Map([
  ["paperOut", fault("Paper out", "paperOut")],
  ["headOpen", fault("Head open", "headOpen")],
  ["paused", fault("Paused", "paused")],
  ["stall", fault("Stalled", "stall")],
  [
    "reset",
    {
      label: "Resets mid-job",
      isOn: ({ faults }) => faults.resetAfter !== null,
      set: async (printer, isOn) => printer.setFaults({ resetAfter: isOn ? RESET_AFTER_BYTES : null }),
    },
  ],
  ["silent", fault("No status replies", "silent")],
  [
    "off",
    {
      label: "Switched off",
      isOn: ({ isOff }) => isOff,
      set: async (printer, isOn) => {
        if (isOn) printer.turnOff();
        else if (printer.isOff) await printer.turnOn();
      },
    },
  ],
]);

function fault(label: string, name: "paperOut" | "headOpen" | "paused" | "stall" | "silent"): FaultControl {
  return {
    label,
    isOn: ({ faults }) => faults[name],
    set: async (printer, isOn) => printer.setFaults({ [name]: isOn } satisfies Partial<Faults>),
  };
}
