import { useState } from "preact/hooks";
import { Combobox } from "../../ui/combobox.tsx";
import { NoteField, TextField } from "../../ui/text-field.tsx";

const PLACES = ["Hall A", "Hall B", "Cold store", "Loading ramp", "Workshop"];

/** The fields of a form. */
export function Fields() {
  const [name, setName] = useState("Armchair swivel");
  const [text, setText] = useState("");
  const [note, setNote] = useState("");
  const found = PLACES.filter((place) => place.toLowerCase().indexOf(text.toLowerCase()) !== -1);
  return (
    <>
      <h2>Fields</h2>
      <div class="fields">
        <TextField words="Name" value={name} onValue={setName} />
        <TextField words="Price" value="12,5," isWrong onValue={() => undefined} />
        <label>
          State
          <select>
            <option>In stock</option>
            <option>In use</option>
          </select>
        </label>
        <Combobox
          label="Location"
          text={text}
          onText={setText}
          options={found}
          keyOf={(place) => place}
          onChoose={setText}
          empty="No location found"
          placeholder="Name or code"
        >
          {(place) => place}
        </Combobox>
        <NoteField words="Note" value={note} onValue={setNote} />
        <label>
          Disabled
          <input disabled value="A000072" />
        </label>
        <label class="check">
          <input type="checkbox" checked /> Marked for disposal
        </label>
      </div>
    </>
  );
}
