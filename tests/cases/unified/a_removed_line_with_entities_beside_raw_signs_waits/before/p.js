function page(a, b) {
  let html = "";
  html += "<b>";
  if (a < b && b) {
    html += a;
  }
  return html;
}
