def read(line, rows):
    cells = line.split('  ')
    rows.append(cells)
    return rows
