import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "./icon.tsx";

/** The main action of a screen, another action, a deletion, and a button without a frame. */
export type ButtonKind = "primary" | "secondary" | "danger" | "plain";

const CLASSES = { primary: "", secondary: "second", danger: "danger", plain: "plain" } as const;

interface ButtonProps {
  readonly kind?: ButtonKind;
  readonly icon?: IconName;
  readonly type?: "button" | "submit";
  readonly disabled?: boolean;
  readonly isPressed?: boolean;
  readonly onClick?: () => void;
  readonly children: ComponentChildren;
}

/** A button with a verb. Its looks, hovered, pressed and focused, are in buttons.css. */
export function Button({
  kind = "primary",
  icon,
  type = "button",
  isPressed,
  children,
  ...given
}: ButtonProps) {
  return (
    <button {...given} type={type} class={CLASSES[kind]} aria-pressed={isPressed}>
      {icon !== undefined && <Icon name={icon} size={18} />}
      {children}
    </button>
  );
}

interface IconButtonProps {
  readonly icon: IconName;
  /** The accessible name, and the tooltip. */
  readonly label: string;
  readonly disabled?: boolean;
  readonly onClick?: () => void;
}

/** A button with only an icon. */
export function IconButton({ icon, label, ...given }: IconButtonProps) {
  return (
    <button {...given} type="button" class="plain" aria-label={label} title={label}>
      <Icon name={icon} size={18} />
    </button>
  );
}
