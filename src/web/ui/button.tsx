import type { ComponentChildren, JSX } from "preact";
import styles from "./button.module.css";
import { Icon, type IconName } from "./icon.tsx";

/** The main action of a screen, another action (default), a deletion, a deletion that asks first, and a button without a frame. */
export type ButtonKind = "primary" | "secondary" | "danger" | "danger-secondary" | "plain";

type Attributes<Name extends "a" | "button" | "label"> = Omit<
  JSX.IntrinsicElements[Name],
  "class" | "icon" | "label" | "ref"
>;

interface Look {
  readonly kind?: ButtonKind | undefined;
  /** As wide as its place. */
  readonly isWide?: boolean;
  /** An icon before the text. */
  readonly icon?: IconName;
  /** A class for its place in the layout. */
  readonly class?: string | undefined;
}

/** The properties of an element with the look of a button. */
export type LookOf<Name extends "a" | "button" | "label"> = Look & Attributes<Name>;

/** The attributes and the content of an element that looks like a button. */
export function buttonLook<Props extends Look & { readonly children?: ComponentChildren }>(props: Props) {
  const { kind = "secondary", isWide, icon, class: own = "", children, ...given } = props;
  return {
    ...given,
    class: `${styles["button"]} ${styles[kind]} ${isWide ? styles["wide"] : ""} ${own}`,
    children: [icon && <Icon name={icon} />, children],
  };
}

/** A button with a verb. It submits its form only with `type="submit"`. */
export const Button = (props: LookOf<"button">) => <button type="button" {...buttonLook(props)} />;

/** A link that looks like a button: it leads to the screen of an action. */
export const ButtonLink = (props: LookOf<"a">) => <a {...buttonLook(props)} />;

interface IconButtonProps extends Look, Omit<Attributes<"button">, "children"> {
  readonly icon: IconName;
  /** The accessible name, and the tooltip. */
  readonly label: string;
}

/** A button with only an icon. */
export function IconButton({ label, class: own = "", ...given }: IconButtonProps) {
  return (
    <Button kind="plain" title={label} aria-label={label} {...given} class={`${styles["bare"]} ${own}`} />
  );
}
