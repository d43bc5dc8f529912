/* Seats and options that fit the chosen game. */

function fitSeats() {
  const game = document.querySelector("input[name=game]:checked");
  const size = document.querySelector("input[name=size]");
  const bots = document.querySelector("input[name=bots]");
  if (!game?.dataset.least || !size || !bots) return;
  for (const option of document.querySelectorAll("[data-option]")) {
    option.hidden = !game.dataset.options.split(" ").includes(option.dataset.option);
  }
  size.min = game.dataset.least;
  size.max = game.dataset.most;
  if (size.value) size.value = Math.min(Math.max(Number(size.value), size.min), size.max);
  bots.max = Math.max(0, Number(size.value) - 1);
  if (Number(bots.value) > bots.max) bots.value = bots.max;
}

document.addEventListener("change", (event) => {
  if (event.target.matches("input[name=game], input[name=size]")) fitSeats();
});

fitSeats();
