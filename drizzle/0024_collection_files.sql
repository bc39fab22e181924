CREATE TYPE "public"."file_state" AS ENUM('waiting', 'read', 'failed');--> statement-breakpoint
CREATE TABLE "collection_file" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"collection_id" uuid NOT NULL,
	"path" text NOT NULL,
	"url" text NOT NULL,
	"served_at" text,
	"media_type" text,
	"body" "bytea",
	"bytes" integer DEFAULT 0 NOT NULL,
	"state" "file_state" DEFAULT 'waiting' NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"reason" text,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "collection_file_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "collection_file" ADD CONSTRAINT "collection_file_collection_id_collection_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collection"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "collection_file_url" ON "collection_file" USING btree ("collection_id","url");--> statement-breakpoint
CREATE INDEX "collection_file_waiting" ON "collection_file" USING btree ("collection_id","position") WHERE state = 'waiting';