"""Tables: CSV and workbooks (XLSX), their columns and rows; reading and writing."""
