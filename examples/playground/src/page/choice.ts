/** Connects radio buttons of a name: tells what is chosen, and what is chosen next. */
export function connectChoice<Value extends string>(
  name: string,
  first: Value | undefined,
  choose: (value: Value) => void,
): void {
  for (const input of document.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`)) {
    if (first !== undefined) input.checked = input.value === first;
    input.addEventListener('change', () => choose(input.value as Value)); // the page's values
  }
}
