CREATE TABLE "service_call" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "service_call_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"answers" smallint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX "service_call_key" ON "service_call" USING btree ("key","until");