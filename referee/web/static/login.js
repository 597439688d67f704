// Giving a PIN.

import { hush, post, tell, trouble } from "./common.js";

const form = document.getElementById("login-form");
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  hush();
  const answer = await post("/login", {
    role: new FormData(form).get("role"),
    pin: form.elements.pin.value,
  });
  form.elements.pin.value = "";
  if (answer.status === 200) location.assign("/");
  else tell(trouble(answer));
});
