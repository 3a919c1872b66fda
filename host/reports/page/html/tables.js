/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tables that are sorted by the heads of their columns. A column is { name, key(item), cell(item), help, isText,
 * isNumber, isMinor }: `key` sorts, `cell` gives a text or an element; minor ones are left out on narrow screens. */
class SortedTable {
  // `heads` is the <tr> of the heads, `order` the name of the column to begin with; `changed` is told of a new order.
  constructor(heads, columns, order, changed) {
    Object.assign(this, { heads, columns, order: columns.find((column) => column.name === order), changed });
    this.isUp = this.order.isText === true;
    heads.replaceChildren(...columns.map((column) => this.makeHead(column)));
    this.markOrder();
  }

  makeHead(column) {
    const head = make("th"), sort = button(column.name, () => this.sortBy(column));
    head.scope = "col";
    head.setAttribute("role", "columnheader");
    head.classList.toggle("number", column.isNumber === true);
    head.classList.toggle("minor", column.isMinor === true);
    if (column.help)
      sort.title = column.help;
    return append(head, sort);
  }

  // Names come from a to z, numbers from the largest down; the second time the other way round.
  sortBy(column) {
    this.isUp = column === this.order ? !this.isUp : column.isText === true;
    this.order = column;
    this.markOrder();
    this.changed();
  }

  markOrder() {
    [...this.heads.children].forEach((head, index) => head.setAttribute("aria-sort",
      this.columns[index] !== this.order ? "none" : this.isUp ? "ascending" : "descending"));
  }

  sort(items) {
    const { key, isText } = this.order, sign = this.isUp ? 1 : -1;
    return items.sort((a, b) => sign * (isText ? key(a).localeCompare(key(b), "en", { numeric: true })
      : key(a) - key(b)));
  }

  makeCell(column, item) {
    const cell = append(make("td"), column.cell(item));
    cell.setAttribute("role", "cell");
    cell.classList.toggle("number", column.isNumber === true);
    cell.classList.toggle("minor", column.isMinor === true);
    return cell;
  }
}
