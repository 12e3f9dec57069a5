// Polls the state each second and changes only what differs, so that a pressed button stays.

const EVERY_MS = 1000;
const $ = (id) => document.getElementById(id);

function fromTemplate(id) {
  return $(id).content.firstElementChild.cloneNode(true);
}

function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

async function send(method, path) {
  await fetch(path, { method });
  await refresh();
}

function run(action) {
  action().catch(() => {
    $("error").hidden = false;
  });
}

function newPrinter(printer) {
  const card = fromTemplate("printer");
  card.id = `printer-${printer.oid}`;
  setText(card.querySelector("h3"), printer.name);
  for (const { id, label } of printer.faults) {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.id = id;
    button.textContent = label;
    button.addEventListener("click", () => {
      const isOn = button.getAttribute("aria-pressed") === "true";
      run(() => send(isOn ? "DELETE" : "PUT", `printers/${printer.oid}/faults/${id}`));
    });
    card.querySelector(".faults").append(button);
  }
  $("printers").append(card);
  return card;
}

function showPrinter(printer) {
  const card = $(`printer-${printer.oid}`) ?? newPrinter(printer);
  const count = `${printer.labelsOut} ${printer.labelsOut === 1 ? "label" : "labels"} so far`;
  card.classList.toggle("healthy", printer.isHealthy);
  setText(card.querySelector(".state"), printer.state);
  setText(card.querySelector(".facts"), `${printer.language} at ${printer.address} · ${count}`);
  for (const { id, isOn } of printer.faults) {
    card.querySelector(`[data-id="${id}"]`).setAttribute("aria-pressed", String(isOn));
  }
}

function newLabel(label) {
  const item = fromTemplate("label");
  item.id = `label-${label.id}`;
  const paper = item.querySelector(".paper");
  const picture = document.createElement("img");
  picture.alt = `Label of ${label.printer}: ${label.text}`;
  // A label that can't be drawn is shown as text.
  picture.addEventListener("error", () => {
    const text = document.createElement("pre");
    text.textContent = label.text;
    paper.replaceChildren(text);
  });
  picture.src = label.picture;
  paper.append(picture);
  return item;
}

function showLabel(label) {
  const item = $(`label-${label.id}`) ?? newLabel(label);
  const time = item.querySelector("time");
  const copies = label.copies > 1 ? ` · ${label.copy} of ${label.copies}` : "";
  setText(item.querySelector("strong"), `${label.printer}${copies}`);
  time.dateTime = label.printedAt;
  setText(time, new Date(label.printedAt).toLocaleTimeString());
  return item;
}

async function refresh() {
  const response = await fetch("state");
  if (!response.ok) throw new Error(`status ${response.status}`);
  const { printers, labels } = await response.json();
  for (const printer of printers) showPrinter(printer);
  const items = labels.map(showLabel);
  const list = $("labels");
  if (items.length !== list.children.length || items.some((item, index) => item !== list.children[index])) {
    list.replaceChildren(...items);
  }
  $("none").hidden = items.length > 0;
  $("error").hidden = true;
}

$("clear").addEventListener("click", () => run(() => send("DELETE", "labels")));
run(refresh);
setInterval(() => run(refresh), EVERY_MS);
