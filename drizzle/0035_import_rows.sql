ALTER TYPE "public"."judge" ADD VALUE 'imported';--> statement-breakpoint
ALTER TYPE "public"."value_reason" ADD VALUE 'imported';--> statement-breakpoint
CREATE TABLE "import_line" (
	"run_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"address" text,
	"name" text,
	"values" jsonb NOT NULL,
	"note" text,
	"key" text,
	"reason" text,
	"row_id" uuid,
	CONSTRAINT "import_line_run_id_line_pk" PRIMARY KEY("run_id","line")
);
--> statement-breakpoint
ALTER TABLE "import_line" ADD CONSTRAINT "import_line_run_id_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."run"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_line_key" ON "import_line" USING btree ("run_id","key");--> statement-breakpoint
CREATE INDEX "import_line_row" ON "import_line" USING btree ("row_id");