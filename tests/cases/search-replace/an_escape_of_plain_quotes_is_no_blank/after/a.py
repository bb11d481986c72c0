def read(line, rows):
    cells = line.split('  ')
    rows.append('\t'.join(cells) + '\n')
    return rows
