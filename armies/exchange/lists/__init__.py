"""Lists of armies as people paste them: printed, wiki, HTML, columns, spreadsheets, in seven languages."""
