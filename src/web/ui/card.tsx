import type { ComponentChildren, JSX } from "preact";
import { useId } from "preact/hooks";
import styles from "./card.module.css";

interface CardProps extends Omit<JSX.HTMLAttributes<HTMLElement>, "title" | "class" | "id"> {
  /** Its heading, which names it. */
  readonly title?: ComponentChildren;
  /** The id of its heading, for links to it. */
  readonly id?: string;
  /** One of several independent cards of a kind (`article`). */
  readonly isArticle?: boolean;
  /** There is nothing in it yet: it takes a line. */
  readonly isEmpty?: boolean;
  /** A class for the content. */
  readonly class?: string;
}

/** A framed part of a screen. Without a title it needs an `aria-label`. */
export function Card(props: CardProps) {
  const { title, id, isArticle = false, isEmpty = false, class: own = "", children, ...given } = props;
  const Frame = isArticle ? "article" : "section";
  const ownId = useId();
  const headingId = title === undefined ? undefined : (id ?? ownId);
  return (
    <Frame
      aria-labelledby={headingId}
      {...given}
      class={`${styles["card"]} ${isEmpty ? styles["empty"] : ""} ${own}`}
    >
      {title !== undefined && <h2 id={headingId}>{title}</h2>}
      {children}
    </Frame>
  );
}

interface CardsProps {
  /** The minimum width of a card is 420 px, otherwise 300. */
  readonly isWide?: boolean;
  readonly children: ComponentChildren;
}

/** Cards side by side, as many as fit. */
export function Cards({ isWide = false, children }: CardsProps) {
  return <div class={isWide ? `${styles["cards"]} ${styles["wide"]}` : styles["cards"]}>{children}</div>;
}
