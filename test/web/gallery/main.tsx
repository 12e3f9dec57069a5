import "../../../src/web/public/theme.js";
import { render } from "preact";
import { path } from "../../../src/web/router/router.ts";
import { NotFound } from "../../../src/web/ui/not-found.tsx";
import { GalleryScreen } from "./gallery.tsx";
import { StatesScreen } from "./states.tsx";
import "../../../src/web/console/console.css";

const SCREENS = [
  { to: "/", name: "Components", show: GalleryScreen },
  { to: "/states", name: "States", show: StatesScreen },
];

/** A screen of the gallery, with the measures that it has in the console. */
function Gallery() {
  const Shown = SCREENS.find(({ to }) => to === path.value)?.show ?? NotFound;
  return (
    <div class="console">
      <div class="console-side">
        <nav class="console-nav" aria-label="Gallery">
          {SCREENS.map(({ to, name }) => (
            <a key={to} href={`#${to}`} aria-current={to === path.value ? "page" : undefined}>
              {name}
            </a>
          ))}
        </nav>
      </div>
      <div class="console-content">
        <Shown />
      </div>
    </div>
  );
}

const place = document.getElementById("app");
if (place !== null) render(<Gallery />, place);
