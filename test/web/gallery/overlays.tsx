import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Screen } from "../../../src/web/console/layout/screen.tsx";
import { Button } from "../../../src/web/ui/button.tsx";
import { Combobox } from "../../../src/web/ui/combobox.tsx";
import { confirm } from "../../../src/web/ui/confirm.tsx";
import { Dialog } from "../../../src/web/ui/dialog.tsx";
import { TextField } from "../../../src/web/ui/field.tsx";
import { Menu } from "../../../src/web/ui/menu.tsx";
import { showError, showSuccess } from "../../../src/web/ui/toast.tsx";
import { Toolbar } from "../../../src/web/ui/toolbar.tsx";
import styles from "./gallery.module.css";
import { Samples } from "./samples.tsx";

const nothing = () => undefined;

/** `#/open`: menus and lists of options, open, and buttons that show dialogs and toasts. */
export function OverlaysScreen() {
  return (
    <Screen title="Open">
      <h2>Menus and lists of options</h2>
      <Samples
        name="Menu"
        states={[]}
        isTall
        sample={() => (
          <Opened class={styles["menu"]} by={(frame) => frame.querySelector("button")?.click()}>
            <Menu label="More">
              {(close) => (
                <Button kind="plain" onClick={close}>
                  Delete…
                </Button>
              )}
            </Menu>
          </Opened>
        )}
        others={{
          links: (
            <Opened class={styles["menu"]} by={(frame) => frame.querySelector("button")?.click()}>
              <Menu label="Pages">
                {() => (
                  <>
                    <a href="#/">Components</a>
                    <a href="#/open" aria-current="page">
                      Open
                    </a>
                  </>
                )}
              </Menu>
            </Opened>
          ),
        }}
      />
      <Samples
        name="Combobox"
        states={[]}
        isTall
        sample={() => <OpenCombobox options={LOCATIONS} />}
        others={{
          "by its keys": <OpenCombobox options={LOCATIONS} keys={["ArrowDown", "ArrowDown"]} />,
          "nothing found": <OpenCombobox options={[]} />,
          loading: <OpenCombobox options={null} />,
        }}
      />
      <h2>Dialog and toasts</h2>
      <Dialogs />
    </Screen>
  );
}

interface OpenedProps {
  readonly class?: string | undefined;
  readonly by: (frame: HTMLElement) => void;
  readonly children: ComponentChildren;
}

/** Opens its content by an event of its control, without the focus, so that several can be open. */
function Opened({ class: own, by, children }: OpenedProps) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (frame.current !== null) by(frame.current);
  }, []);
  return (
    <div ref={frame} class={own}>
      {children}
    </div>
  );
}

const LOCATIONS = ["Cold store", "Cold store, ramp", "Cold store, first floor"];

interface OpenComboboxProps {
  readonly options: readonly string[] | null;
  readonly keys?: readonly string[];
}

function OpenCombobox({ options, keys = [] }: OpenComboboxProps) {
  const press = (frame: HTMLElement) => {
    const input = frame.querySelector("input");
    input?.dispatchEvent(new Event("input", { bubbles: true }));
    keys.forEach((key, at) => {
      // Each key finds the list as the one before left it.
      setTimeout(() => input?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true })), at * 50);
    });
  };
  return (
    <Opened by={press}>
      <Combobox
        label="Location"
        text="Cold"
        onText={nothing}
        options={options}
        keyOf={(option) => option}
        onChoose={nothing}
        empty="No location found"
      >
        {(option) => option}
      </Combobox>
    </Opened>
  );
}

const QUESTION = {
  title: "Delete 3 articles?",
  text: "Their history is kept. They disappear from all lists.",
  action: "Delete 3 articles",
  isDangerous: true,
} as const;

function Dialogs() {
  const [isOpen, setOpen] = useState(false);
  const showToasts = () => {
    showSuccess("Saved.");
    showSuccess("3 articles are deleted.", () => Promise.resolve());
    showError("The server does not respond. Try again.");
  };
  return (
    <>
      <Toolbar>
        <Button kind="secondary" onClick={() => setOpen(true)}>
          Show dialog
        </Button>
        <Button kind="secondary" onClick={() => void confirm(QUESTION)}>
          Show confirmation
        </Button>
        <Button kind="secondary" onClick={showToasts}>
          Show toasts
        </Button>
      </Toolbar>
      {isOpen && (
        <Dialog
          title="New location"
          onClose={() => setOpen(false)}
          actions={<Button onClick={() => setOpen(false)}>Create</Button>}
        >
          <TextField label="Name" value="Cold store" hint="As on its door." onValue={nothing} />
        </Dialog>
      )}
    </>
  );
}
