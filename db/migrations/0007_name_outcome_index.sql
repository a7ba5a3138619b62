ALTER INDEX "deliveries_marks" RENAME TO "deliveries_outcome";
