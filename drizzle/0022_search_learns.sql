CREATE TABLE "run_query" (
	"run_id" uuid NOT NULL,
	"text" text NOT NULL,
	"family" text NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "run_query_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	CONSTRAINT "run_query_run_id_text_pk" PRIMARY KEY("run_id","text")
);
--> statement-breakpoint
ALTER TABLE "candidate" ADD COLUMN "listed_by" text;--> statement-breakpoint
ALTER TABLE "run" ADD COLUMN "max_searches" integer DEFAULT 60 NOT NULL;--> statement-breakpoint
ALTER TABLE "run" ADD COLUMN "searches" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "search" ADD COLUMN "position" bigint NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "search_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1);--> statement-breakpoint
ALTER TABLE "run_query" ADD CONSTRAINT "run_query_run_id_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."run"("id") ON DELETE cascade ON UPDATE no action;