CREATE TABLE "webset_view" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"webset_id" uuid NOT NULL,
	"name" text NOT NULL,
	"contents" jsonb NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "webset_view_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "webset_view" ADD CONSTRAINT "webset_view_webset_id_webset_id_fk" FOREIGN KEY ("webset_id") REFERENCES "public"."webset"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "webset_view_name" ON "webset_view" USING btree ("webset_id","name");