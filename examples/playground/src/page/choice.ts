/** Checks the radio button with the initial value, and calls `choose` whenever the user selects another. */
export function connectChoice<Value extends string>(
  name: string,
  initial: Value,
  choose: (value: Value) => void,
): void {
  for (const input of document.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`)) {
    input.checked = input.value === initial;
    input.addEventListener('change', () => choose(input.value as Value)); // index.html has these values
  }
}
