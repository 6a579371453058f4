"use strict";
(() => {
  const announcer = document.getElementById("announcer");
  const announce = (text) => { announcer.textContent = text; };

  // Sorting: each title becomes a button that says in aria-sort how its column is sorted.
  const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
  const compare = (left, right) => {
    // What has no figure stands at the end, whichever way the others go.
    if (left.number === null || right.number === null) {
      if (left.number !== null || right.number !== null) return left.number === null ? "last" : "first";
      if (left.text === "" || right.text === "") {
        return left.text === right.text ? 0 : left.text === "" ? "last" : "first";
      }
      return collator.compare(left.text, right.text);
    }
    return left.number - right.number;
  };
  const key = (row, column) => {
    const cell = row.cells[column];
    const number = cell.dataset.v === undefined ? null : Number(cell.dataset.v);
    return { row, number, text: cell.textContent.trim() };
  };
  const sort = (table, column, ascending) => {
    const body = table.tBodies[0];
    const keys = Array.from(body.rows, (row) => key(row, column));
    keys.sort((left, right) => {
      const order = compare(left, right);
      if (order === "last") return 1;
      if (order === "first") return -1;
      return ascending ? order : -order;
    });
    body.append(...keys.map((entry) => entry.row));
  };
  for (const table of document.querySelectorAll(".table table")) {
    const titles = Array.from(table.tHead.rows[0].cells);
    titles.forEach((title, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...title.childNodes);
      title.append(button);
      // The hint of a title shows under a mouse alone.
      if (title.title) {
        button.dataset.hint = title.title;
        button.setAttribute("aria-description", title.title);
        // Once the browser has brought it into view.
        button.addEventListener("focus", () => requestAnimationFrame(() => {
          const place = button.getBoundingClientRect();
          const widest = 18 * parseFloat(getComputedStyle(document.documentElement).fontSize);
          const left = Math.min(place.left, document.documentElement.clientWidth - widest);
          button.style.setProperty("--hint-top", `${place.bottom + 4}px`);
          button.style.setProperty("--hint-left", `${Math.max(0, left)}px`);
        }));
      }
      button.addEventListener("click", () => {
        const ascending = title.getAttribute("aria-sort") !== "ascending";
        for (const other of titles) other.removeAttribute("aria-sort");
        title.setAttribute("aria-sort", ascending ? "ascending" : "descending");
        sort(table, column, ascending);
        announce(`Sorted by ${button.textContent}, ${ascending ? "ascending" : "descending"}.`);
      });
    });
  }

  // Filtering: every word has to occur somewhere in the row or the scenario.
  const words = (input) => input.value.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = (text, wanted) => wanted.every((word) => text.includes(word));
  const report = (place, shown, total, noun) => {
    place.textContent = shown === total ? "" : `${shown} of ${total} ${noun}`;
    announce(`${shown} of ${total} ${noun} shown.`);
  };
  for (const input of document.querySelectorAll("[data-filter]")) {
    const rows = Array.from(document.getElementById(input.dataset.filter).tBodies[0].rows);
    const texts = rows.map((row) =>
      Array.from(row.cells, (cell) => cell.textContent).join(" ").toLowerCase());
    const place = input.closest(".toolbar").querySelector("[data-count]");
    input.addEventListener("input", () => {
      const wanted = words(input);
      let shown = 0;
      rows.forEach((row, index) => {
        row.hidden = !matches(texts[index], wanted);
        if (!row.hidden) shown += 1;
      });
      report(place, shown, rows.length, "rows");
    });
  }
  for (const toolbar of document.querySelectorAll("[data-scenarios]")) {
    const record = toolbar.closest(".record");
    const scenarios = Array.from(record.querySelectorAll("details.scenario"));
    const input = toolbar.querySelector("[data-filter-scenarios]");
    const place = toolbar.querySelector("[data-count]");
    const fold = (isOpen) => {
      for (const scenario of scenarios) if (!scenario.hidden) scenario.open = isOpen;
    };
    toolbar.querySelector("[data-unfold]").addEventListener("click", () => fold(true));
    toolbar.querySelector("[data-fold]").addEventListener("click", () => fold(false));
    input.addEventListener("input", () => {
      const wanted = words(input);
      let shown = 0;
      for (const scenario of scenarios) {
        scenario.hidden = !matches(scenario.dataset.search.toLowerCase(), wanted);
        if (!scenario.hidden) shown += 1;
      }
      for (const suite of record.querySelectorAll(".suite")) {
        suite.hidden = !suite.querySelector("details.scenario:not([hidden])");
      }
      report(place, shown, scenarios.length, "scenarios");
    });
  }

  // A link to a scenario unfolds it, and shows it where a filter had hidden it.
  const unfold = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    if (target.tagName === "DETAILS") target.open = true;
    for (let element = target; element; element = element.parentElement) element.hidden = false;
  };
  addEventListener("hashchange", unfold);
  unfold();

  // On paper everything is unfolded, and in the colours for light.
  let folded = [];
  addEventListener("beforeprint", () => {
    folded = Array.from(document.querySelectorAll("details:not([open])"));
    for (const details of folded) details.open = true;
    document.documentElement.dataset.scheme = "light";
  });
  addEventListener("afterprint", () => {
    for (const details of folded) details.open = false;
    folded = [];
    delete document.documentElement.dataset.scheme;
  });
})();
