import type { Terminal } from "../harness/terminal.ts";

/** Waits until a list, found by the beginning of its label, has an option with this text, and selects it. */
export async function selectOption(
  terminal: Pick<Terminal, "evaluate" | "until">,
  label: string,
  option: string,
): Promise<void> {
  const control = `([...document.querySelectorAll("label")].find((one) => one.textContent.startsWith(${JSON.stringify(label)})) || {}).control`;
  const found = `[...(${control} || { options: [] }).options].find((one) => one.text === ${JSON.stringify(option)})`;
  await terminal.until(`${found} !== undefined`);
  await terminal.evaluate(`(() => {
    const control = ${control};
    control.value = ${found}.value;
    control.dispatchEvent(new Event("change", { bubbles: true }));
  })()`);
}
