CREATE TABLE "run_provider" (
	"run_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"asked" integer DEFAULT 0 NOT NULL,
	"brought" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"failure" text,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "run_provider_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	CONSTRAINT "run_provider_run_id_provider_pk" PRIMARY KEY("run_id","provider")
);
--> statement-breakpoint
ALTER TABLE "search" ADD COLUMN "keys" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "run_provider" ADD CONSTRAINT "run_provider_run_id_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."run"("id") ON DELETE cascade ON UPDATE no action;